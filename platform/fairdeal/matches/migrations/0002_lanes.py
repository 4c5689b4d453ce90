import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("matches", "0001_initial"), ("submissions", "0003_check_started")]

    operations = [
        migrations.CreateModel(
            name="Lane",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "served",
                    models.PositiveBigIntegerField(
                        default=0, help_text="the number of its last hand-out; who was served longest ago comes first"
                    ),
                ),
                (
                    "is_waiting",
                    models.BooleanField(
                        db_index=True, default=True, help_text="may it hold matches that are not handed out yet?"
                    ),
                ),
            ],
            options={"abstract": False},
        ),
        migrations.AddField(
            model_name="match",
            name="lane",
            field=models.ForeignKey(
                help_text="null: it waits for no turn",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="matches",
                to="matches.lane",
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("state", "created")), fields=["lane", "id"], name="match_waiting_by_lane"
            ),
        ),
    ]
