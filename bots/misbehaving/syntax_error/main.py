"""Not Python."""

def act(self, request)
    return request.legal[0]
