import { createJsonApi } from "../../demo/shopper/json-api"
import type { Environment } from "../environment/environment"

const path = "/store/products?limit=10&fields=id,title,*variants"

/**
 * Requests the shop's products one after another while some work goes on.
 *
 * @returns time of each answer in milliseconds
 */
export async function probeStorefront(
  { storeUrl, seed }: Environment,
  work: Promise<unknown>
): Promise<number[]> {
  const store = createJsonApi(storeUrl, { "x-publishable-api-key": seed.publishableKey })
  let isOver = false
  const end = () => (isOver = true)
  work.then(end, end)
  const times: number[] = []
  while (!isOver) {
    const startedAt = performance.now()
    await store.get(path)
    times.push(performance.now() - startedAt)
  }
  await work
  return times
}
