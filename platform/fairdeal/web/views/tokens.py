"""API tokens: made, shown once, revoked."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from fairdeal.accounts.models import ApiToken
from fairdeal.accounts.services import token_create, token_revoke
from fairdeal.common.errors import Conflict, InvalidInput, NotFound
from fairdeal.web.forms.base import add_errors
from fairdeal.web.forms.token import TokenForm
from fairdeal.web.once import make_once
from fairdeal.web.requests import UserRequest, action


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tokens(request: UserRequest) -> HttpResponse:
    """List a user's tokens, and make one; its text is in this one answer and nowhere else."""
    form = TokenForm(request.POST or None)
    made: list[tuple[ApiToken, str]] = []

    def make() -> int:
        made.append(token_create(user=request.user, **form.arguments()))
        return made[0][0].pk

    if request.method == "POST" and form.is_valid():
        try:
            make_once(request, make)
            if not made:
                # Sent twice: the text was in the first answer, and we do not have it.
                messages.info(
                    request, _("This token is made already; its text was shown once and cannot be read again.")
                )
                return redirect("web:tokens")
            form = TokenForm()
        except (InvalidInput, Conflict) as error:
            add_errors(form, error)
    mine = request.user.api_tokens.order_by("-id")
    status = 400 if form.errors else 200
    fresh, plain = made[0] if made else (None, "")
    context = {"form": form, "tokens": mine, "fresh": fresh, "plain": plain, "nav": "tokens"}
    return render(request, "web/tokens/tokens.html", context, status=status)


@action("web:tokens", is_own=False)
def revoke(request: UserRequest, pk: int) -> HttpResponse:
    """End one of the user's own tokens."""
    token = ApiToken.objects.filter(user=request.user, pk=pk).first()
    if token is None:
        raise NotFound(_("You have no such token."))
    token_revoke(token=token)
    messages.success(request, _("The token “%(name)s” is revoked.") % {"name": token.name})
    return redirect("web:tokens")
