import { useQuery } from "@tanstack/react-query"
import { wordsOf } from "@/identity/words"
import { queryOf } from "@/lib/document"
import { type Site, words } from "@/lib/documents.gen"

/** Says sentences as the site does, with the studio's name and city in them. */
export function useVoice({ theme, city, language, name }: Site) {
  const { data: own = [] } = useQuery(queryOf(words))
  return wordsOf({
    pack: theme.pack,
    city,
    language,
    name,
    stored: Object.fromEntries(own.map(({ key, text }) => [key, text])),
  })
}
