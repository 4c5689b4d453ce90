"""The fields of engine objects, for tests that compare all of them."""

from types import GetSetDescriptorType, MemberDescriptorType


def fields_of(thing: object) -> set[str]:
    """Name the fields of an object, whether its class is plain or compiled: that has no `__slots__` to ask."""
    kind = type(thing)
    described = (GetSetDescriptorType, MemberDescriptorType)
    return {name for name in dir(kind) if isinstance(getattr(kind, name), described) and not name.startswith("__")}
