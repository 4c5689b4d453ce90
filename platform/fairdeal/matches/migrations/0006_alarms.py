import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0005_workers_play"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Alarm",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("result", "a published result does not follow from its record"),
                            ("record", "a stored record is missing or damaged"),
                            ("worker", "a worker was suspended"),
                        ],
                        max_length=8,
                    ),
                ),
                ("worker", models.CharField(blank=True, max_length=120)),
                ("detail", models.CharField(max_length=1000)),
                ("settled_at", models.DateTimeField(null=True)),
                (
                    "match",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="alarms",
                        to="matches.match",
                    ),
                ),
                (
                    "settled_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-id"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("settled_at", None)),
                        fields=("kind", "match"),
                        name="one_open_alarm_per_match_and_kind",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("match", None), ("settled_at", None)),
                        fields=("kind", "worker"),
                        name="one_open_alarm_per_worker_and_kind",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("settled_at", None), ("settled_by", None)),
                            models.Q(("settled_at__isnull", False), ("settled_by__isnull", False)),
                            _connector="OR",
                        ),
                        name="settled_alarm_has_time_and_person",
                    ),
                ],
            },
        ),
    ]
