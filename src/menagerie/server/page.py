"""The page that greets whoever opens the server's address."""

from html import escape

from fastapi import Request
from fastapi.responses import HTMLResponse

from menagerie import discovery
from menagerie.texts import LANGUAGES, ours


def language_of(header: str) -> str:
    """The first language that a browser asks for and we speak."""
    for part in header.split(","):
        language = part.split(";")[0].strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return "en"


async def greet(request: Request) -> HTMLResponse:
    """What there is to play, and how programs find their way."""
    language = language_of(request.headers.get("accept-language", ""))
    text = ours(language)
    games = [discovery.load(name).text(language) for name in discovery.names()]
    items = "".join(
        f"<dt>{escape(game('title'))}</dt><dd>{escape(game('summary'))}</dd>" for game in games
    )
    schema = f"{request.scope.get('root_path', '')}/api/openapi.json"
    return HTMLResponse(
        f"<!doctype html><html lang={language}><meta charset=utf-8>"
        "<meta name=viewport content='width=device-width'>"
        f"<title>Menagerie</title><h1>Menagerie</h1><p>{escape(text('page.running'))}</p>"
        f"<dl>{items}</dl>"
        f"<p><a href='{escape(schema)}'>{escape(text('page.schema'))}</a></p></html>",
        headers={"vary": "accept-language"},
    )
