/** Packages of Medusa's dashboard that a store lists too: other versions would be second copies beside those of the dashboard. */
const shared = { "@tanstack/react-query": "5.64.2", "react-i18next": "13.5.0", zod: "4.2.0" }

export type PackageManager = "npm" | "pnpm"

/** A Medusa version and the package manager that installs it, of the stage `stores`. */
export interface StorePair {
  /** What `npm run test:release -- stores NAME` names. */
  name: string
  manager: PackageManager
  /** Version of react-router-dom that this Medusa depends on. */
  router: string
  /** Exact versions of what the blank store lists: the packages of Medusa's starter, which pnpm needs there. */
  packages: Record<string, string>
}

/** Of pnpm, with its default settings. */
export const PNPM = "pnpm@10.34.8"

/** Medusa 2.18 is the last with react-router 6; every later version depends on the same react-router 7. */
const versions = {
  "2.17.2": { ui: "4.1.19", router: "6.30.4" },
  "2.18.0": { ui: "4.2.0", router: "6.30.4" },
  "2.20.1": { ui: "4.2.3", router: "7.18.2" },
  "2.21.2": { ui: "4.2.6", router: "7.18.2" },
}

function pair(medusa: keyof typeof versions, manager: PackageManager): StorePair {
  const { ui, router } = versions[medusa]
  const ours = [
    "admin-sdk",
    "admin-shared",
    "caching",
    "cli",
    "dashboard",
    "draft-order",
    "framework",
    "medusa",
  ]
  const packages = {
    ...Object.fromEntries(ours.map((name) => [`@medusajs/${name}`, medusa])),
    "@medusajs/ui": ui,
    "react-router-dom": router,
    ...shared,
  }
  return { name: `${medusa}-${manager}`, manager, router, packages }
}

/** The plugin works in each: the oldest and the newest Medusa it allows, and one between. */
export const storePairs: readonly StorePair[] = [
  pair("2.18.0", "npm"),
  pair("2.18.0", "pnpm"),
  pair("2.20.1", "npm"),
  pair("2.21.2", "npm"),
  pair("2.21.2", "pnpm"),
]

/** The newest Medusa that the plugin's peer range excludes. */
export const refusedPair = pair("2.17.2", "npm")
