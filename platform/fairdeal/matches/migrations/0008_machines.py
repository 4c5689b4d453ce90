from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0007_pause_and_constraints"),
    ]

    operations = [
        migrations.AlterField(
            model_name="attempt",
            name="engine_version",
            field=models.CharField(blank=True, help_text="whose rules are asked for, and no others", max_length=40),
        ),
        migrations.CreateModel(
            name="Machine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("name", models.CharField(max_length=120, unique=True)),
                (
                    "password_sha256",
                    models.CharField(blank=True, help_text="of its user at the broker; empty: none", max_length=64),
                ),
                ("suspended_at", models.DateTimeField(help_text="since when nothing of it counts", null=True)),
                ("suspended_for", models.CharField(blank=True, max_length=500)),
            ],
            options={
                "ordering": ["name"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("suspended_at", None), ("suspended_for", "")),
                            models.Q(("suspended_at__isnull", False), models.Q(("suspended_for", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="suspended_machine_says_why",
                    )
                ],
            },
        ),
    ]
