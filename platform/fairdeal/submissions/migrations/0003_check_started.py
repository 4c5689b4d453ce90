from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("submissions", "0002_upload_sha256")]

    operations = [
        migrations.AddField(
            model_name="check",
            name="started_at",
            field=models.DateTimeField(help_text="when a worker was first heard of", null=True),
        ),
        migrations.AlterField(
            model_name="check",
            name="state",
            field=models.CharField(
                choices=[
                    ("queued", "waiting for a worker"),
                    ("running", "being checked"),
                    ("passed", "nothing wrong found"),
                    ("failed", "the bot is at fault"),
                    ("broken", "the arena is at fault"),
                ],
                default="queued",
                max_length=8,
            ),
        ),
        migrations.RemoveConstraint(model_name="check", name="one_live_check_per_version"),
        migrations.AddConstraint(
            model_name="check",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state__in", ["queued", "running"])),
                fields=("version",),
                name="one_live_check_per_version",
            ),
        ),
    ]
