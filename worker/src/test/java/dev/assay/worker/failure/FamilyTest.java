package dev.assay.worker.failure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FamilyTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "api.openai.com | OPENAI",
                "my-resource.openai.azure.com | AZURE",
                "Azure OpenAI | AZURE",
                "OpenAI Codex backend | CODEX",
                "api.anthropic.com | ANTHROPIC",
                "Cloudflare in front of api.anthropic.com | ANTHROPIC",
                "generativelanguage.googleapis.com | GEMINI",
                "Gemini (OpenAI-compatible /v1beta/openai) | GEMINI",
                "dashscope.aliyuncs.com | DASHSCOPE",
                "Qwen / DashScope | DASHSCOPE",
                "open.bigmodel.cn | ZHIPU",
                "api.z.ai | ZHIPU",
                "api.moonshot.cn | MOONSHOT",
                "api.deepseek.com | DEEPSEEK",
                "api.mistral.ai | MISTRAL",
                "api.groq.com | GROQ",
                "api.together.xyz | TOGETHER",
                "openrouter.ai | OPENROUTER",
                "LiteLLM proxy | LITELLM",
                "vLLM (new style) | VLLM",
                "localhost:11434 | OLLAMA",
                "nginx | NGINX",
                "openresty | NGINX",
                "127.0.0.1 | UNKNOWN",
                "Any OpenAI-compatible server | UNKNOWN",
                "xzaix.example.org | UNKNOWN",
                "'' | UNKNOWN"
            })
    void aTextNamesAFamily(String provider, Family expected) {
        assertThat(Family.of(provider)).isEqualTo(expected);
    }
}
