import path from "node:path"
import js from "@eslint/js"
import prettier from "eslint-config-prettier"
import tseslint from "typescript-eslint"

const TESTS = "src/**/__tests__/**"
const CLI = "src/cli/index.ts"
/** Code that runs in a browser, where fetch is the only way out and no key is at hand. */
const BROWSER = ["src/admin/**", "src/checkout/**"]
const VAGUE_FOLDERS = ["utils", "helpers", "lib", "common", "core"]

/** A folder named after nothing collects everything. `src/admin/lib` is where Medusa's own examples put the client. */
const folderNames = {
  meta: {
    type: "problem",
    schema: [],
    messages: { vague: 'Name the folder "{{name}}" after the concept it holds.' },
  },
  create: (context) => ({
    Program(node) {
      const folders = path.relative(context.cwd, context.filename).split(path.sep).slice(0, -1)
      const named = folders.slice(0, 3).join("/") === "src/admin/lib" ? folders.slice(3) : folders
      const name = named.find((folder) => VAGUE_FOLDERS.includes(folder))
      if (name) context.report({ node, messageId: "vague", data: { name } })
    },
  }),
}

const TRANSPORTS = [
  "src/gateway/client/http.ts",
  "src/modules/onchain/rates/price-sources.ts",
  "src/modules/onchain/payment/facilitator.ts",
]
const ONLY_TRANSPORT = `Only ${TRANSPORTS.join(", ")} and the sandbox send requests.`
const OPTIONS_ONLY = "Settings come from the plugin's options; only the command line reads the environment."
const ONE_ENVIRONMENT = { object: "process", property: "env", message: OPTIONS_ONLY }
const NO_ENVIRONMENT_IMPORT = ["process", "node:process"].map((name) => ({
  name,
  importNames: ["env", "default"],
  message: OPTIONS_ONLY,
}))
const OTHER_CLIENTS = [
  "http",
  "https",
  "http2",
  "node:http",
  "node:https",
  "node:http2",
  "undici",
  "axios",
  "got",
  "ky",
]

export default tseslint.config(
  {
    ignores: ["**/node_modules/", "**/.medusa/", ".cache/", "coverage/", "src/**/migrations/.snapshot*"],
  },
  js.configs.recommended,
  {
    rules: { "max-lines": ["error", 450], eqeqeq: ["error", "always", { null: "ignore" }] },
  },
  {
    // Scripts run in Node or a browser as they are; what is defined there is not this tool's to know.
    files: ["**/*.{js,cjs,mjs}"],
    rules: { "no-undef": "off" },
  },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommended],
    languageOptions: {
      parserOptions: { project: "tsconfig.check.json", tsconfigRootDir: process.cwd() },
    },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/only-throw-error": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "separate-type-imports" }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "no-restricted-syntax": [
        "error",
        {
          selector: "TSAsExpression > TSAsExpression[typeAnnotation.type='TSUnknownKeyword']",
          message: "A value that needs `as unknown as` needs a parser.",
        },
      ],
    },
  },
  {
    files: ["src/**"],
    plugins: { onchain: { rules: { "folder-names": folderNames } } },
    rules: { "onchain/folder-names": "error", "no-console": "error" },
  },
  {
    files: ["src/**"],
    ignores: [CLI, TESTS],
    rules: { "no-restricted-properties": ["error", ONE_ENVIRONMENT] },
  },
  {
    files: ["src/**"],
    plugins: { "@typescript-eslint": tseslint.plugin },
    ignores: ["src/sandbox/**", CLI, ...TRANSPORTS, TESTS, ...BROWSER],
    rules: {
      "no-restricted-globals": ["error", { name: "fetch", message: ONLY_TRANSPORT }],
      "no-restricted-properties": [
        "error",
        ONE_ENVIRONMENT,
        { object: "globalThis", property: "fetch", message: ONLY_TRANSPORT },
      ],
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          paths: [
            ...NO_ENVIRONMENT_IMPORT,
            ...OTHER_CLIENTS.map((name) => ({ name, allowTypeImports: true, message: ONLY_TRANSPORT })),
          ],
        },
      ],
    },
  },
  {
    // The constructor that MedusaService makes takes its arguments as they came.
    files: ["src/modules/*/service.ts"],
    rules: { "prefer-rest-params": "off" },
  },
  {
    files: [CLI],
    rules: { "no-console": "off" },
  },
  prettier
)
