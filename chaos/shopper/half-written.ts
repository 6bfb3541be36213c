import type { Database } from "../environment/ground"

/**
 * What Medusa leaves when a commit succeeds and its answer is lost: it takes the step for failed, undoes the ones before it, and keeps
 * what was committed. Neither state exists for a moment in between: Medusa undoes a link before what the link names.
 */
export interface HalfWritten {
  /** @returns the cart's link to a payment collection that is gone; undefined when there is none */
  cart(cartId: string): Promise<string | undefined>
  /** @returns the login of this address for a customer who is gone; undefined when there is none */
  account(email: string): Promise<string | undefined>
}

const CART = `SELECT 'cart ' || link.cart_id || ' is linked to ' || link.payment_collection_id || ', which is gone' AS proof
  FROM cart_payment_collection AS link
  WHERE link.cart_id = $1 AND link.deleted_at IS NULL AND NOT EXISTS (
    SELECT FROM payment_collection AS kept WHERE kept.id = link.payment_collection_id AND kept.deleted_at IS NULL)`
const ACCOUNT = `SELECT 'the login of ' || login.entity_id || ' names ' || (identity.app_metadata->>'customer_id') || ', who is gone' AS proof
  FROM provider_identity AS login JOIN auth_identity AS identity ON identity.id = login.auth_identity_id
  WHERE login.entity_id = $1 AND identity.app_metadata->>'customer_id' IS NOT NULL AND NOT EXISTS (
    SELECT FROM customer AS kept WHERE kept.id = identity.app_metadata->>'customer_id' AND kept.deleted_at IS NULL)`

export function createHalfWritten(database: Database): HalfWritten {
  const find = async (query: string, id: string): Promise<string | undefined> => {
    const [row] = (await database.query(query, [id])).rows
    return row === undefined ? undefined : String(row.proof)
  }
  return { cart: (cartId) => find(CART, cartId), account: (email) => find(ACCOUNT, email) }
}
