import type { ExecArgs } from "@medusajs/framework/types"
import { writeFileSync } from "node:fs"
import { seedStore } from "./seed"

/** `medusa exec` entry: seeds with the options given as JSON and writes the ids to a file. */
export default async function seed({ container, args }: ExecArgs): Promise<void> {
  const [options, file] = args
  if (!options || !file) throw new Error("usage: seed-script <options as JSON> <result file>")
  writeFileSync(file, JSON.stringify(await seedStore(container, JSON.parse(options))))
}
