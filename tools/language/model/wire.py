"""The client library's chat model, with the reasoning that some services write beside the answer. Imported at the first call."""

from typing import Any

import openai
from langchain_core.outputs import ChatResult
from langchain_openai import ChatOpenAI

REASONING = "reasoning_content"
_NAMES = (REASONING, "reasoning")
"""vLLM, DeepSeek and llama.cpp use the first name, Ollama and newer vLLM the second."""


class WireChat(ChatOpenAI):
    """A chat model whose replies keep their reasoning: some services put the whole answer there."""

    def _create_chat_result(
        self, response: dict[str, Any] | openai.BaseModel, generation_info: dict[str, Any] | None = None
    ) -> ChatResult:
        result = super()._create_chat_result(response, generation_info)
        raw = response if isinstance(response, dict) else response.model_dump()
        for generation, choice in zip(result.generations, raw.get("choices") or (), strict=False):
            thought = next((said for name in _NAMES if (said := choice.get("message", {}).get(name))), None)
            if isinstance(thought, str):
                generation.message.additional_kwargs[REASONING] = thought
        return result
