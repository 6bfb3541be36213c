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

/**
 * Leaves the last event of a subject unpublished, as a process does that dies between the commit and the event bus.
 */
export async function unpublish({ db }: StoreUnderTest, subject: string): Promise<void> {
  await db.raw(
    `UPDATE onchain_outbox SET published_at = NULL, due_at = now()
     WHERE id = (SELECT id FROM onchain_outbox WHERE subject = ? ORDER BY position DESC LIMIT 1)`,
    [subject]
  )
}

/** Runs the job that publishes what a dead process left. */
export async function publishByJob({ container }: StoreUnderTest): Promise<void> {
  await container.resolve("workflows").run("job-onchain-finish-actions", {})
}
