"""What the compiler must be told of a class; it means nothing while Python runs."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # The compiler, which is also the type checker, knows this one by name. The engines need no package to run.
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**attributes):
        """Take the place of the compiler's decorator: leave the class as it is."""
        return lambda cls: cls


__all__ = ["mypyc_attr"]
