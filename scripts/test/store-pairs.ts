/** Packages of Medusa's dashboard that a store lists too: other versions would be second copies beside those of the dashboard. */
const shared = { "@tanstack/react-query": "5.64.2", "react-i18next": "13.5.0", zod: "4.2.0" }

/** Of npm, the one that is installed; of the others, these versions with their default settings. */
export const packageManagers = {
  npm: { command: ["npm"], add: "install", remove: "uninstall" },
  pnpm: { command: ["npx", "--yes", "pnpm@10.34.8"], add: "add", remove: "remove" },
  yarn: { command: ["npx", "--yes", "@yarnpkg/cli-dist@4.18.1"], add: "add", remove: "remove" },
} as const satisfies Record<string, { command: readonly [string, ...string[]]; add: string; remove: string }>

export type PackageManager = keyof typeof packageManagers

/** The oldest Node that the plugin allows, and the newest of the lines with long support. */
const nodes = { 20: "20.19.0", 22: "22.23.3", 24: "24.21.0" }

/** A Medusa version, the package manager that installs it and the Node that runs it, of the stage `stores`. */
export interface StorePair {
  /** What `npm run test:release -- stores NAME` names. */
  name: string
  medusa: string
  manager: PackageManager
  /** Version of Node. */
  node: string
  /** Version of react-router-dom that this Medusa depends on. */
  router: string
  /** Exact versions of what the blank store lists: the packages of Medusa's starter, which pnpm needs there. */
  packages: Record<string, string>
}

/** Medusa 2.18 is the last with react-router 6; every later version depends on the same react-router 7. */
const versions = {
  "2.17.2": { ui: "4.1.19", router: "6.30.4" },
  "2.18.0": { ui: "4.2.0", router: "6.30.4" },
  "2.20.1": { ui: "4.2.3", router: "7.18.2" },
  "2.21.2": { ui: "4.2.6", router: "7.18.2" },
}

function pair(medusa: keyof typeof versions, manager: PackageManager, node: keyof typeof nodes): StorePair {
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
  return { name: `${medusa}-${manager}-node${node}`, medusa, manager, node: nodes[node], router, packages }
}

/** The plugin works in each: the oldest and the newest Medusa it allows and one between, by each manager and on each Node. */
export const storePairs: readonly StorePair[] = [
  pair("2.18.0", "npm", 20),
  pair("2.18.0", "pnpm", 24),
  pair("2.20.1", "npm", 22),
  pair("2.21.2", "npm", 24),
  pair("2.21.2", "pnpm", 22),
  pair("2.21.2", "yarn", 20),
]

/** The newest Medusa that the plugin's peer range excludes. */
export const refusedPair = pair("2.17.2", "npm", 20)
