"""A product around our page, approvals and graph: its own users, database, supplier and policy.

Run it: ``python app.py`` in this folder; README.md has the rest.
"""

import os

import uvicorn
from people import ORG, TOKENS, authenticate
from supplier import Fares

from tripintent import Settings
from tripintent.app.http.server import create_app
from tripintent.app.http.web_settings import WebSettings

settings = Settings(
    organisation=ORG,
    users="people:users",
    host_tools="supplier:Fares",
    host_tool_names=Fares.tools,
)
# Links in mails lead to this port, or to TRIPINTENT_HTTP_PUBLIC_URL.
address = WebSettings(port=int(os.environ.get("PORT", "8484")))
app = create_app(settings, address, authenticate=authenticate)


def main() -> None:
    """Serve it, and say where trips are kept and who may sign in."""
    print("trips are kept in", "Postgres" if settings.database_url else settings.data_dir)
    print("sign in with one of:", *TOKENS)
    uvicorn.run(app, host=os.environ.get("HOST", "127.0.0.1"), port=address.port)


if __name__ == "__main__":
    main()
