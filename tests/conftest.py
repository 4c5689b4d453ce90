"""What all tests share: the environment of the machine does not reach them."""

import os

from hypothesis import HealthCheck, settings

# A developer's own settings must not decide what a test sees; DATABASE_URL and REDIS_URL may choose the servers.
for name in [name for name in os.environ if name.startswith("FAIRDEAL_")]:
    del os.environ[name]

# A busy machine draws examples slowly; that is no fault of a test.
settings.register_profile("fairdeal", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("full", parent=settings.get_profile("fairdeal"))  # what `make test-long` plays
settings.load_profile("fairdeal")
