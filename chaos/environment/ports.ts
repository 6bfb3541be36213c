import type { Teardown } from "../../demo/teardown"
import { claimPort } from "../../scripts/process/port"

/** Ports of a run. */
export interface Ports {
  /** Of the single store, or of the round robin. */
  front: number
  /** Of the processes behind the round robin. */
  back: number[]
  sandbox: number
  storm: number
}

const clusterSize = 3

/** Reserves every port of a run until the teardown. */
export async function claimPorts(teardown: Teardown): Promise<Ports> {
  const claim = async (preferred: number) => {
    const { port, release } = await claimPort(preferred)
    teardown.add(release)
    return port
  }
  const [front, sandbox, storm] = [await claim(9300), await claim(4310), await claim(4360)]
  const back: number[] = []
  while (back.length < clusterSize) back.push(await claim(9400))
  return { front, sandbox, storm, back }
}
