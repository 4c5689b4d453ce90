"""How pages show brackets."""

from django import template
from django.utils.safestring import SafeString

from fairdeal.web.bracket.duels import Party
from fairdeal.web.bracket.picture import DrawnPart, Picture
from fairdeal.web.bracket.svg import scores, svg

register = template.Library()


@register.filter
def titled(picture: Picture, part: DrawnPart) -> str:
    """Write what a picture shows."""
    return f"{part.title}, {picture.title}" if picture.title else part.title


@register.simple_tag
def bracket_picture(picture: Picture, part: DrawnPart) -> SafeString:
    """Draw a section of a bracket."""
    return svg(picture, titled(picture, part))


@register.filter
def scored(party: Party) -> str:
    """Write what somebody has scored in a slot."""
    return scores(party)
