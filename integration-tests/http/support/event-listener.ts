import type { StoreUnderTest } from "./store-suite"

/** Listens to an event of the store from now on. @returns the data of each, filled as they come */
export function listenTo({ container }: StoreUnderTest, event: string): unknown[] {
  const told: unknown[] = []
  container.resolve("event_bus").subscribe(event, ({ data }: { data: unknown }) => {
    told.push(data)
    return Promise.resolve()
  })
  return told
}
