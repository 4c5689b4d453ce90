"""The hash of an upload as it came. Of earlier versions that of the bundle is taken: for a zip the two are the same."""

from typing import Any

from django.db import migrations, models


def take_that_of_the_bundle(apps: Any, schema_editor: Any) -> None:
    apps.get_model("submissions", "BotVersion").objects.update(upload_sha256=models.F("bundle_sha256"))


class Migration(migrations.Migration):
    dependencies = [("submissions", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="botversion",
            name="upload_sha256",
            field=models.CharField(default="", help_text="of the bytes as they came, not yet packed", max_length=64),
            preserve_default=False,
        ),
        migrations.RunPython(take_that_of_the_bundle, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="botversion",
            constraint=models.UniqueConstraint(fields=("owner", "upload_sha256"), name="same_upload_once_per_owner"),
        ),
    ]
