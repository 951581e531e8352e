package dev.assay.worker.failure;

import java.util.Locale;

/** Kinds of providers, by how they word failures. */
enum Family {
    // Those that are told by longer words first: "azure openai" is no OpenAI, and a gateway's text names who is behind.
    LITELLM("litellm"),
    OPENROUTER("openrouter"),
    AZURE("azure", "cognitiveservices", "services.ai.microsoft"),
    CODEX("codex", "chatgpt.com"),
    GEMINI("gemini", "googleapis", "google", "vertex"),
    ANTHROPIC("anthropic", "claude"),
    DASHSCOPE("dashscope", "qwen", "aliyun", "alibaba", "bailian"),
    ZHIPU("zhipu", "bigmodel", "z.ai", "zai", "glm"),
    MOONSHOT("moonshot", "kimi"),
    DEEPSEEK("deepseek"),
    MISTRAL("mistral"),
    GROQ("groq"),
    TOGETHER("together"),
    VLLM("vllm", "sglang"),
    OLLAMA("ollama", "llama.cpp", "llamacpp", "localhost:11434"),
    OPENAI("openai"),
    CLOUDFLARE("cloudflare"),
    NGINX("nginx", "openresty"),
    UNKNOWN;

    private final String words;

    Family(String... words) {
        this.words = String.join("|", words);
    }

    /** The family that a text names, such as a host, a label or an exception's class; where it names two, the gateway. */
    static Family of(String provider) {
        String lower = provider.toLowerCase(Locale.ROOT).replace("openai-compatible", "");
        for (Family family : values()) {
            for (String word : family.words.split("\\|", -1)) {
                if (!word.isEmpty() && contains(lower, word)) {
                    return family;
                }
            }
        }
        return UNKNOWN;
    }

    /** Whether a word is there; one of three letters only as a word of its own. */
    private static boolean contains(String text, String word) {
        int at = text.indexOf(word);
        if (at < 0 || word.length() > 4) {
            return at >= 0;
        }
        boolean starts = at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
        int end = at + word.length();
        return starts && (word.length() > 3 || end == text.length() || !Character.isLetterOrDigit(text.charAt(end)));
    }
}
