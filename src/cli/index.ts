#!/usr/bin/env node
import { runSandbox } from "../sandbox/cli"
import { runDoctor } from "./doctor"
import { runStorefront } from "./storefront-add"

const COMMANDS: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  sandbox: runSandbox,
  doctor: (args) => runDoctor(args, process.env),
  storefront: (args) => runStorefront(args),
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
