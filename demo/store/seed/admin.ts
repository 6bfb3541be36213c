import { createUserAccountWorkflow } from "@medusajs/medusa/core-flows"
import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { findId } from "./find"

/** Login of a person who runs the store. */
export interface AdminLogin {
  /** Id of the user, where a configuration names it before the user is there. @default one that Medusa makes up */
  id?: string
  email: string
  password: string
}

/**
 * Creates an admin user who can log in with a password.
 *
 * @throws Error when the password provider refuses the login
 */
export async function seedAdmin(
  container: MedusaContainer,
  { id, email, password }: AdminLogin
): Promise<void> {
  if (await findId(container, "user", { email })) return
  const auth = container.resolve(Modules.AUTH)
  const { success, authIdentity, error } = await auth.register("emailpass", { body: { email, password } })
  if (!success || !authIdentity) throw new Error(`Could not create the login ${email}: ${error}`)
  await createUserAccountWorkflow(container).run({
    input: {
      authIdentityId: authIdentity.id,
      userData: { ...(id && { id }), email, first_name: "Demo", last_name: "Admin" },
    },
  })
}
