/**
 * The suites of `scripts/test/stages.ts`: `unit` beside the code and the `rules` that keep it in shape, `contract` client against
 * sandbox over HTTP and `doctor` the same by the doctor's settings, `module` on real Postgres and `plans` on full tables, `http` and `corners` on a real store of the built plugin, and `races` on it, `process` with stores
 * that are killed or do not start, `smoke` and `browser` in Chromium on a production build of a store, `package` on the
 * tarball that would be published.
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
  runtime: "<rootDir>/scripts/test/runtime.js",
  testEnvironment: "<rootDir>/scripts/test/environment.ts",
  moduleFileExtensions: ["js", "ts", "tsx", "json"],
  modulePathIgnorePatterns: ["<rootDir>/.medusa/", "<rootDir>/demo/store/.medusa/", "<rootDir>/.cache/"],
}

/** Tests that run a linter or a compiler over and over. */
const RULES = ["src/__tests__/import-rules", "src/__tests__/lint-rules", "scripts/__tests__/code-blocks"].map(
  (name) => `<rootDir>/${name}.spec.ts`
)
/** The stories of the contract again, with settings that the doctor proposes or that are wrong. */
const DOCTOR = ["doctor/stories-of-*.spec.ts", "wrong-settings/*.spec.ts"].map(
  (files) => `<rootDir>/integration-tests/contract/${files}`
)
/** The stories of a store that decide most: the rest runs in the long suites, as `corners`. */
const EVERYDAY = [
  "access access-log after-payment attention auto-deposit-only deleted-sessions deliveries deposit-api deposits destinations",
  "fiat-units guides health intents invoices-only known-money order-refund-requests order-totals orders",
  "rates setup shopper-limits webhooks withdrawals",
].flatMap((line) => line.split(" "))
/** Stories about rare kinds of stores and services, for which CI has no time: they run before a release. */
const SELDOM = [
  "books deposit-calls lists-without-cursors live-updates messages owed-amounts refund-books silent-service",
  "small-amounts small-pool unpaid-orders",
].flatMap((line) => line.split(" "))
/** Queries of tables that are filled with many rows first. */
const PLANS = "-plan\\.spec\\.ts$"
const suite = (displayName, ...testMatch) => ({ ...base, displayName, testMatch })
const storeSuite = (displayName, ...testMatch) => ({
  ...suite(displayName, ...testMatch.map((files) => `<rootDir>/integration-tests/${files}`)),
  setupFiles: ["<rootDir>/integration-tests/setup.js"],
})

module.exports = {
  projects: [
    {
      ...suite("unit", "<rootDir>/{src,chaos,scripts}/**/__tests__/**/*.spec.ts"),
      testPathIgnorePatterns: RULES,
    },
    suite("rules", ...RULES),
    {
      ...suite("contract", "<rootDir>/integration-tests/contract/**/*.spec.ts"),
      testPathIgnorePatterns: ["/contract/doctor/stories-of-", "/contract/wrong-settings/"],
    },
    suite("doctor", ...DOCTOR),
    { ...storeSuite("module", "module/**/*.spec.ts"), testPathIgnorePatterns: [PLANS] },
    storeSuite("plans", "module/**/*-plan.spec.ts"),
    storeSuite("http", ...EVERYDAY.map((name) => `http/${name}.spec.ts`)),
    {
      ...storeSuite("corners", "http/**/*.spec.ts"),
      testPathIgnorePatterns: [`/http/(?:${[...EVERYDAY, ...SELDOM, "paths"].join("|")})\\.spec\\.ts$`],
    },
    storeSuite("seldom", ...SELDOM.map((name) => `http/${name}.spec.ts`)),
    storeSuite("paths", "http/paths.spec.ts"),
    storeSuite("races", "races/**/*.spec.ts"),
    storeSuite("process", "process/**/*.spec.ts"),
    storeSuite("smoke", "browser/smoke.spec.ts"),
    storeSuite("package", "package/*.spec.ts"),
    storeSuite("browser", "browser/dashboard.spec.ts", "browser/demo.spec.ts", "browser/checkout.spec.ts"),
    storeSuite("starter", "storefront/starter.spec.ts"),
    storeSuite("stores", "stores/*.spec.ts"),
  ],
}
