"""The client library is paid for only by those who use it."""

import subprocess
import sys

CODE = """
import sys
from tripintent.tools.language.model_desk.desk import ModelDesk
from tripintent.tools.model.client import ChatModel
from tripintent.tools.model.services import OpenAISettings
ChatModel(OpenAISettings())
print(sorted({"openai", "langchain_openai"} & set(sys.modules)))
"""


def test_the_client_library_loads_at_the_first_call():
    """Importing the adapters and making a model imports neither openai nor langchain_openai."""
    done = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
