import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { isDenied } from "@/lib/fault"
import { NotLoaded } from "@/ui/error-state"
import { Bar, Loading } from "@/ui/skeleton"
import { VirtualTable } from "../rows/virtual-table"
import { type Handover, users } from "./api"
import { NoPermission } from "./no-permission"
import type { Question } from "./question-text"
import { UserQuestion } from "./user-question"
import { UserRow } from "./user-row"

type Props = { onHandover: (handover: Handover) => void }

export function UserList({ onHandover }: Props) {
  const query = useQuery(users)
  const { data, error, isPending } = query
  const [question, setQuestion] = useState<Question>()
  if (isPending) return <Skeleton />
  if (isDenied(error)) return <NoPermission />
  if (!data) return <NotLoaded query={query} text="The users could not be loaded." />
  return (
    <div className="card overflow-hidden">
      <VirtualTable
        items={data}
        head={[
          <th key="email">Email</th>,
          <th key="role" className="w-38">
            Role
          </th>,
          <th key="state" className="w-64">
            State
          </th>,
          <th key="seen" className="w-34">
            Last sign-in
          </th>,
          <th key="actions" className="w-40 text-right!">
            Actions
          </th>,
        ]}
      >
        {(user, place) => (
          <UserRow
            key={user.id}
            place={place}
            user={user}
            ask={setQuestion}
            onHandover={onHandover}
          />
        )}
      </VirtualTable>
      {question && <UserQuestion question={question} onClose={() => setQuestion(undefined)} />}
    </div>
  )
}

function Skeleton() {
  return (
    <Loading label="Loading users">
      <div className="card divide-y divide-line">
        {[1, 2, 3].map((row) => (
          <div key={row} className="flex h-16 items-center gap-6 px-4">
            <Bar className="h-4 flex-1" />
            <Bar className="h-8 w-28" />
            <Bar className="h-4 w-24" />
          </div>
        ))}
      </div>
    </Loading>
  )
}
