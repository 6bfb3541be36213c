#!/usr/bin/env node
/** Each loads its own code only: a store that never runs the sandbox never loads its server. */
const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  sandbox: async (args) => (await import("../sandbox/cli.js")).runSandbox(args),
  doctor: async (args) => (await import("./doctor.js")).runDoctor(args, process.env),
  storefront: async (args) => (await import("./storefront-add.js")).runStorefront(args),
}

const USAGE = `medusa-payment-onchain <command>

  sandbox          runs a payment service for development on this machine
  doctor           compares a payment service with the plugin's settings, and proposes settings
  storefront add   adds crypto payments to a storefront based on Medusa's starters

  <command> --help shows its options.
`

async function main([name, ...args]: readonly string[]): Promise<void> {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command) return command(args)
  const hasHelp = name === "--help" || name === "help"
  if (!hasHelp) process.exitCode = 2
  const found = name === undefined ? "no command" : `"${name}" is not a command`
  if (hasHelp) process.stdout.write(USAGE)
  else process.stderr.write(`medusa-payment-onchain: ${found}\n\n${USAGE}`)
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`medusa-payment-onchain: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
