import { once } from "node:events"
import { createServer } from "node:net"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { tryClaim } from "./claim"

const attempts = 50
const claims = join(tmpdir(), `medusa-payment-onchain-ports-${userInfo().uid}`)

/** A free port that no other run has reserved. */
export interface ClaimedPort {
  readonly port: number
  release(): void
}

/**
 * Reserves a port until the process that will listen on it is up.
 *
 * Checking is not enough: two runs started together both see the port free, and listen seconds later.
 *
 * @param preferred first port to try; the following ones are tried in turn
 * @throws Error when none of the next 50 ports is free
 * @example const { port, release } = await claimPort(9000)
 */
export async function claimPort(preferred: number): Promise<ClaimedPort> {
  for (let port = preferred; port < preferred + attempts; port += 1) {
    const claim = tryClaim(join(claims, String(port)))
    if (!claim) continue
    if (await isFree(port)) return { port, release: () => claim.release() }
    claim.release()
  }
  throw new Error(`Ports ${preferred} to ${preferred + attempts - 1} are all in use`)
}

/** A port the operating system picks among the free ones. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  if (address === null || typeof address === "string") throw new Error("The system assigned no port")
  return address.port
}

/** Listening on every address also notices a program that took the port on one of them. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once("error", () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
