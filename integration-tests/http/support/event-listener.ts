import type { StoreUnderTest } from "./store-suite"

/** Listens to an event of the store from now on. @returns the data of each event, filled as they arrive */
export function listenTo({ container }: StoreUnderTest, event: string): unknown[] {
  const reported: unknown[] = []
  container.resolve("event_bus").subscribe(event, ({ data }: { data: unknown }) => {
    reported.push(data)
    return Promise.resolve()
  })
  return reported
}

/** Runs the job that publishes what a dead process left. */
export async function publishByJob({ container }: StoreUnderTest): Promise<void> {
  await container.resolve("workflows").run("job-onchain-finish-actions", {})
}
