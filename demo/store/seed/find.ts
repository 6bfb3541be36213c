import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"

/**
 * Id of the one record that matches, or undefined. Seeding checks before it creates, so it can run again.
 *
 * @param entity as in Medusa's Query
 * @example await findId(container, "region", { name: "United States" })
 */
export async function findId(
  container: MedusaContainer,
  entity: string,
  filters: Record<string, unknown>
): Promise<string | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity, fields: ["id"], filters })
  const [record]: { id?: string }[] = data
  return record?.id
}

/** First of a list that a workflow just created. */
export function only<Item>(items: Item[]): Item {
  const [item] = items
  if (item === undefined) throw new Error("The workflow created nothing")
  return item
}
