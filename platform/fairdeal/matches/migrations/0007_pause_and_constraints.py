from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0006_alarms"),
    ]

    operations = [
        migrations.AddField(
            model_name="lane",
            name="is_paused",
            field=models.BooleanField(default=False, help_text="nothing of it is handed out until it is resumed"),
        ),
        migrations.AddConstraint(
            model_name="attempt",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "finished")), fields=("match",), name="one_result_per_match"
            ),
        ),
        migrations.AddConstraint(
            model_name="attempt",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["live", "finished", "failed", "expired", "returned"])),
                name="attempt_state_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="attempt",
            constraint=models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="attempts_count_from_one"),
        ),
        migrations.AddConstraint(
            model_name="attempt",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ended_at", None), ("state", "live")),
                    models.Q(models.Q(("state", "live"), _negated=True), ("ended_at__isnull", False)),
                    _connector="OR",
                ),
                name="attempt_has_ended_unless_live",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["created", "queued", "running", "finished", "failed", "cancelled"])),
                name="match_state_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("finished_at__isnull", False), ("state__in", ("finished", "failed", "cancelled"))),
                    models.Q(
                        models.Q(("state__in", ("finished", "failed", "cancelled")), _negated=True),
                        ("finished_at", None),
                    ),
                    _connector="OR",
                ),
                name="match_is_over_since",
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("rated_at", None), models.Q(("is_rated", True), ("state", "finished")), _connector="OR"
                ),
                name="only_finished_is_rated",
            ),
        ),
    ]
