"""The resources of the API, one file each: serializers in and out, and thin views."""
