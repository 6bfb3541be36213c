import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

const LEVELS = ["debug", "info", "warn", "error"] as const

/** Everything logged from now on, at every level, through Medusa's logger or past it. */
export function listenToLogs(container: MedusaContainer): { text: () => string; stop: () => void } {
  const lines: string[] = []
  const keep = (...parts: unknown[]) => void lines.push(parts.map(inFull).join(" "))
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const spies = [
    ...LEVELS.map((level) => jest.spyOn(logger, level).mockImplementation(keep)),
    ...(["log", ...LEVELS] as const).map((level) => jest.spyOn(console, level).mockImplementation(keep)),
  ]
  return { text: () => lines.join("\n"), stop: () => spies.forEach((spy) => spy.mockRestore()) }
}

function inFull(part: unknown): string {
  if (part instanceof Error) return `${part.stack} ${JSON.stringify(part)}`
  return typeof part === "string" ? part : (JSON.stringify(part) ?? String(part))
}
