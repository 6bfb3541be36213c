/**
 * Who may import whom. ARCHITECTURE.md draws it; this file decides.
 *
 *   gateway/contract <- gateway/{amount,signature,address,asset,client} <- modules <- providers
 *   gateway/contract <- domain <- modules, workflows <- api, subscribers, jobs
 *   gateway/{contract,signature,assumptions,address,amount} <- sandbox
 *   domain (types only) <- types/http <- api, admin, checkout
 *   types/http <- words <- modules, workflows; words/render and the translations <- admin
 */
const MEDUSA = "^(?:node_modules/)?@medusajs/"
const PURE_PARTS = "(?:(?:contract|assumptions)/|(?:amount|address|asset)\\.ts$)"
const WIRE_PARTS = "(?:(?:contract|assumptions)/|(?:amount|address|signature)\\.ts$)"

/** Files under `from` may import, of our own code, only what `allowed` matches. */
const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: "error",
  from: { path: from },
  to: { path: "^src/", pathNot: allowed },
})
/** Files under `from` may not import what `to` matches. */
const never = (name, comment, from, to) => ({ name, comment, severity: "error", from, to })

module.exports = {
  forbidden: [
    never("no-circular", "A cycle has no first file to read.", {}, { circular: true }),
    never(
      "no-unresolvable",
      "A module that cannot be found fails when the file is loaded.",
      { path: "^src/" },
      // The build writes the bundles of the elements beside their types.
      { couldNotResolve: true, pathNot: "onchain-(?:checkout|addresses)\\.mjs$" }
    ),
    never(
      "no-medusa-in-gateway-and-domain",
      "The service and our rules are readable and testable without the platform.",
      { path: "^src/(?:gateway|domain|cli)/" },
      { path: MEDUSA }
    ),
    only(
      "gateway-stands-alone",
      "The service knows nothing of this plugin.",
      "^src/gateway/",
      "^src/gateway/"
    ),
    only(
      "contract-is-the-base",
      "The wire shapes depend on nothing but the assumptions.",
      "^src/gateway/contract/",
      "^src/gateway/(?:contract|assumptions)/"
    ),
    only(
      "gateway-parts-know-the-contract-only",
      "Amounts, addresses and signatures work without a client.",
      "^src/gateway/(?:assumptions/|(?:amount|signature|address|asset)\\.ts$)",
      "^src/gateway/" + PURE_PARTS
    ),
    only(
      "domain-is-pure",
      "Our rules see wire shapes and amounts, and never a connection.",
      "^src/domain/",
      "^src/(?:domain/|gateway/" + PURE_PARTS + ")"
    ),
    only(
      "modules-know-gateway-and-domain",
      "The module is below workflows, providers and entry points.",
      "^src/modules/",
      "^src/(?:modules|domain|gateway|types|words)/"
    ),
    only(
      "rate-sources-stand-alone",
      "A rate source depends on tokens and options, never on stored rows.",
      "^src/modules/onchain/rates/",
      "^src/(?:modules/onchain/(?:rates|options|work)/|domain|gateway)"
    ),
    only(
      "providers-know-modules",
      "A provider parses, calls the module, and maps.",
      "^src/providers/",
      "^src/(?:providers|modules|domain|gateway|types)/"
    ),
    only(
      "workflows-are-below-entry-points",
      "Workflows are called by routes, subscribers and jobs, never the other way.",
      "^src/workflows/",
      "^src/(?:workflows|modules|domain|gateway|types|words)/"
    ),
    never(
      "no-client-in-entry-points",
      "A route, subscriber or job reaches the service through a workflow.",
      { path: "^src/(?:api|subscribers|jobs)/" },
      { path: "^src/gateway/(?:client/|index\\.ts$)" }
    ),
    never(
      "no-one-imports-entry-points",
      "The platform loads these by their folder.",
      { path: "^src/([^/]+)/" },
      { path: "^src/(?:api|subscribers|jobs|links)/", pathNot: "^src/$1/" }
    ),
    never(
      "no-sandbox-in-the-plugin",
      "The simulated service never reaches a store's own code.",
      { path: "^src/", pathNot: "^src/(?:sandbox/|cli/(?:index\\.ts$|__tests__/))" },
      { path: "^src/sandbox/" }
    ),
    only(
      "cli-knows-gateway-and-sandbox",
      "The command starts in a moment: it loads neither the platform nor the plugin's module.",
      "^src/cli/",
      "^src/(?:cli|gateway|sandbox)/"
    ),
    never(
      "no-one-imports-the-cli",
      "It reads the environment and ends the process.",
      { path: "^src/", pathNot: "^src/cli/" },
      { path: "^src/cli/" }
    ),
    only(
      "sandbox-knows-the-wire-only",
      "A simulation that used our client or our rules would agree with their mistakes.",
      "^src/sandbox/",
      "^src/(?:sandbox/|gateway/" + WIRE_PARTS + ")"
    ),
    only(
      "admin-knows-http-types-only",
      "What the admin imports is sent to a browser: no secret may be near.",
      "^src/admin/",
      "^src/(?:admin/|types/http(?:/|\\.ts$)|words/(?:render\\.ts|sentences\\.\\w+\\.json)$)"
    ),
    only(
      "words-stand-alone",
      "The sentences of the API and their translations: codes and texts, and no rule.",
      "^src/words/",
      "^src/(?:words/|types/)"
    ),
    only(
      "checkout-knows-http-types-only",
      "What the checkout imports is sent to a browser: no secret may be near.",
      "^src/checkout/",
      "^src/(?:checkout/|types/http(?:/|\\.ts$))"
    ),
    only(
      "types-know-the-domain",
      "States and codes are named once, in the domain.",
      "^src/types/",
      "^src/(?:types|domain)/"
    ),
    never(
      "types-take-no-code",
      "Shared types import none of our code, so that none reaches a browser.",
      { path: "^src/types/" },
      { path: "^src/domain/", dependencyTypesNot: ["type-only"] }
    ),
    never(
      "src-stands-alone",
      "The package ships src only.",
      { path: "^src/", pathNot: "/__tests__/" },
      { path: "^(?:demo|bench|scripts|integration-tests)/" }
    ),
    never(
      "no-tests-in-code",
      "Tests are not shipped.",
      { path: "^src/", pathNot: "/__tests__/" },
      { path: "/__tests__/" }
    ),
    never(
      "no-vague-folders",
      "A folder named after nothing collects everything.",
      {},
      {
        path: ["^src/(?:utils|helpers|lib|common|core)/", "^src/.+/(?:utils|helpers|lib|common|core)/"],
        pathNot: "^src/admin/lib/",
      }
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(?:^|/)\\.medusa/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".json"],
    },
  },
}
