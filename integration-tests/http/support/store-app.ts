import { join } from "node:path"
import { asValue } from "@medusajs/framework/awilix"
import { container } from "@medusajs/framework"
import { MedusaModule } from "@medusajs/framework/modules-sdk"
import { ContainerRegistrationKeys, ModulesSdkUtils } from "@medusajs/framework/utils"
import { startApp } from "@medusajs/test-utils/dist/medusa-test-runner-utils/bootstrap-app"
import { waitWorkflowExecutions } from "@medusajs/test-utils/dist/medusa-test-runner-utils/wait-workflow-executions"
import { StoreSnapshot } from "./store-snapshot"

const cwd = join(process.cwd(), "integration-tests")

export type StoreApp = {
  container: typeof container
  db: ReturnType<typeof ModulesSdkUtils.createPgConnection>
  port: number
  /** Waits until no workflow runs any more. */
  finishWorkflows: () => Promise<void>
  /** Snapshots the database under a name, for {@link StoreApp.restore}. */
  snapshot: (name: string) => Promise<void>
  restore: (name: string) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Boots Medusa with the built plugin in this process. Medusa's own test runner boots it twice and migrates; the
 * database here is migrated, and a boot costs seconds.
 */
export async function bootStore(databaseUrl: string, poolSize = 30): Promise<StoreApp> {
  process.env.DATABASE_URL = databaseUrl
  // The container outlives a store; an earlier store's connection in this process would be reused.
  const db = ModulesSdkUtils.createPgConnection({ clientUrl: databaseUrl, pool: { min: 0, max: poolSize } })
  container.register({ [ContainerRegistrationKeys.PG_CONNECTION]: asValue(db) })
  const { port, shutdown } = await startApp({ cwd })
  const snapshot = new StoreSnapshot(databaseUrl)
  return {
    container,
    db,
    port,
    async finishWorkflows() {
      await waitWorkflowExecutions(container)
      await container.resolve("onchain").outbox.publish()
    },
    snapshot: (name) => snapshot.take(name),
    restore: (name) => snapshot.restore(name),
    async stop() {
      await shutdown()
      await snapshot.close()
      // Files that define links are loaded once per process: the next store needs their definitions.
      const links = [...MedusaModule.getCustomLinks()]
      MedusaModule.clearInstances()
      for (const link of links) MedusaModule.setCustomLink(link)
      await db.destroy()
    },
  }
}
