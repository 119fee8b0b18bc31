import type { ReactNode } from "react"
import { type Account, ROLES, type Role } from "./api"

export type Question =
  | { kind: "disable" | "remove" | "reset"; user: Account }
  | { kind: "role"; user: Account; role: Role }

type Words = { title: string; text: ReactNode; action: string; pendingAction: string }

/** The question about someone else's account. */
export function aboutThem({ kind, user }: Question): Words {
  const name = <strong className="wrap-anywhere">{user.email}</strong>
  return {
    disable: {
      title: "Disable this user?",
      text: (
        <>{name} is signed out everywhere and cannot sign in until the account is enabled again.</>
      ),
      action: "Disable",
      pendingAction: "Disabling...",
    },
    remove: {
      title: "Remove this user?",
      text: <>This permanently removes the account of {name}. What they wrote stays on the site.</>,
      action: "Remove",
      pendingAction: "Removing...",
    },
    reset: {
      title: "Reset the second factor?",
      text: (
        <>
          {name} is signed out everywhere, and the password alone is enough until an app is set up
          again. Be sure that it is really them who asked.
        </>
      ),
      action: "Reset",
      pendingAction: "Resetting...",
    },
    role: {
      title: "Change the role?",
      text: name,
      action: "Change role",
      pendingAction: "Changing...",
    },
  }[kind]
}

/** The question about one's own account, which says what one loses. */
export function aboutMe(question: Question): Words {
  const { kind } = question
  const own = {
    disable: {
      title: "Disable your own account?",
      text: "You are signed out everywhere, and another administrator has to enable your account again.",
    },
    remove: {
      title: "Remove your own account?",
      text: "You are signed out everywhere, and only another administrator can invite you again.",
    },
    reset: {
      title: "Reset your own second factor?",
      text: "Your password alone is enough until you set up an app again. Your other devices are signed out.",
    },
    role: {
      title: "Change your own role?",
      text:
        kind === "role" && question.role === "viewer"
          ? `You will no longer be able to sign in here. ${ROLES.viewer.label}: ${ROLES.viewer.may}`
          : "You will no longer be able to manage users.",
    },
  }
  return { ...aboutThem(question), ...own[kind] }
}
