/**
 * Five suites: `unit` beside the code, `contract` client against sandbox over HTTP, `module` on real Postgres,
 * `http` on a real store of the built plugin, `browser` in Chromium on a production build of a store.
 */
const transform = {
  "^.+\\.[jt]sx?$": [
    "@swc/jest",
    {
      jsc: {
        parser: { syntax: "typescript", tsx: true, decorators: true },
        transform: { decoratorMetadata: true, react: { runtime: "automatic" } },
        target: "es2022",
      },
    },
  ],
}
const base = {
  transform,
  testEnvironment: "<rootDir>/scripts/test/environment.ts",
  moduleFileExtensions: ["js", "ts", "tsx", "json"],
  modulePathIgnorePatterns: ["<rootDir>/.medusa/", "<rootDir>/demo/store/.medusa/", "<rootDir>/.cache/"],
}

module.exports = {
  projects: [
    { ...base, displayName: "unit", testMatch: ["<rootDir>/{src,chaos,scripts}/**/__tests__/**/*.spec.ts"] },
    {
      ...base,
      displayName: "contract",
      testMatch: ["<rootDir>/integration-tests/contract/**/*.spec.ts"],
    },
    {
      ...base,
      displayName: "module",
      testMatch: ["<rootDir>/integration-tests/module/**/*.spec.ts"],
      setupFiles: ["<rootDir>/integration-tests/setup.js"],
    },
    {
      ...base,
      displayName: "http",
      testMatch: ["<rootDir>/integration-tests/http/**/*.spec.ts"],
      setupFiles: ["<rootDir>/integration-tests/setup.js"],
    },
    {
      ...base,
      displayName: "browser",
      testMatch: ["<rootDir>/integration-tests/browser/**/*.spec.ts"],
      setupFiles: ["<rootDir>/integration-tests/setup.js"],
    },
  ],
}
