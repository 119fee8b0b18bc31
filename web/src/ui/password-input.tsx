import { Eye, EyeOff } from "lucide-react"
import { type ComponentProps, useState } from "react"
import { IconButton } from "./icon-button"
import { Input } from "./input"

/** A password with a button to look at it. */
export function PasswordInput(props: Omit<ComponentProps<"input">, "type" | "className">) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="relative">
      <Input {...props} type={isShown ? "text" : "password"} className="h-11.5 pr-12 text-[15px]" />
      <IconButton
        label={isShown ? "Hide password" : "Show password"}
        className="absolute top-1.25 right-1.25 size-9 max-md:size-9"
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff /> : <Eye />}
      </IconButton>
    </div>
  )
}
