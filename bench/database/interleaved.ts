import type { Round } from "../report/row"
import { median } from "../report/statistics"

/** Work measured on both sides, one call after the other. */
export interface Sides {
  ours: () => Promise<unknown>
  peer: () => Promise<unknown>
}

/**
 * Times both sides in turn, so that anything that slows the machine slows both.
 *
 * @returns medians in milliseconds
 */
export async function timeInTurn({ ours, peer }: Sides, times: number): Promise<Round> {
  const measured: { ours: number[]; peer: number[] } = { ours: [], peer: [] }
  for (let n = 0; n < times; n++) {
    // The second side runs on a warmer machine.
    const isOursFirst = n % 2 === 0
    if (isOursFirst) measured.ours.push(await timeOf(ours))
    measured.peer.push(await timeOf(peer))
    if (!isOursFirst) measured.ours.push(await timeOf(ours))
  }
  return { ours: median(measured.ours), peer: median(measured.peer) }
}

async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await call()
  return performance.now() - startedAt
}
