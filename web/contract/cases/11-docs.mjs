// The examples of docs/api.md and of the README, as they stand there.
import { test, describe } from 'node:test'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { as, newClient, signIn, until, codeAt, uniq, CREDS, PNG, ANON_KEY, BASE_URL } from '../lib.mjs'

const examples = async (file) => [...(await readFile(new URL(`../../../${file}`, import.meta.url), 'utf8')).matchAll(/```js\n(.*?)```/gs)].map((m) => m[1]).join('\n')
const AsyncFunction = (async () => {}).constructor

/** Runs the text with a client of ours; every answer of the server has to be a success. */
async function run(text, given, wanted) {
  const calls = []
  const createClient = (url, key) => {
    assert.equal(url, 'http://localhost:8080'); assert.equal(key, ANON_KEY)
    return newClient({ global: { fetch: async (input, init) => { const r = await fetch(input, init); calls.push(`${r.status} ${init?.method ?? 'GET'} ${new URL(input).pathname}`); return r } } })
  }
  const all = { createClient, ...given }
  const code = text.replace(/^import .*$/gm, '')
  const got = await new AsyncFunction(...Object.keys(all), `${code}\nreturn { supabase, ${wanted} }`)(...Object.values(all))
  assert.deepEqual(calls.filter((c) => !c.startsWith('2')), [], 'calls that failed')
  return { ...got, calls }
}

describe('documentation', () => {
  test('the example of the README', async () => {
    const { data } = await run(await examples('README.md'), {}, 'data')
    assert.ok(data.length > 0 && Array.isArray(data[0].job_responsibilities))
  })
  test('the examples of the API guide, one after the other', async (t) => {
    const { email, password } = CREDS.editor, said = []
    const admin = await as('admin')
    const before = await admin.from('hero_content').select('id, title').single()
    const text = (await examples('docs/api.md'))
      .replaceAll('ada@example.com', `${uniq('ada')}@example.com`)
      .replace('"editor@example.com"', JSON.stringify(email)).replace('"correct horse battery"', JSON.stringify(password))
      .replace('const { data: sessions }', 'await elsewhere()\nconst { data: sessions }')
    const r = await run(text, {
      file: new File([PNG], 'parchi.png', { type: 'image/png' }),
      pdf: '%PDF-1.4\n%%EOF',
      codeOf: (secret) => codeAt(secret, Math.floor(Date.now() / 30_000)),
      elsewhere: () => signIn('editor'),
      console: { log: (subject) => said.push(subject) },
    }, 'jobs, page, count, hero, saved, error, factor, sessions, data, name, message, applied, link')
    t.after(async () => {
      await r.supabase.removeAllChannels()
      await r.supabase.auth.mfa.unenroll({ factorId: r.factor.id })
      await admin.storage.from('portfolio-logos').remove([r.name])
      await admin.from('hero_content').update({ title: before.data.title }).eq('id', before.data.id)
    })
    assert.ok(r.jobs[0].slug && r.jobs[0].responsibilities); assert.ok(r.page.length > 0 && r.count >= r.page.length)
    assert.equal(r.error, null); assert.ok(r.saved); assert.equal(r.sessions.length, 2)
    assert.equal((await admin.from('hero_content').select('title').single()).data.title, 'Software is going shopping. We build the stores.')
    assert.equal(r.applied.success, true); assert.equal((await fetch(r.link.signedUrl)).status, 200)
    assert.ok(r.data.publicUrl.startsWith(BASE_URL)); assert.equal((await fetch(r.data.publicUrl)).status, 200)
    await until(() => r.supabase.getChannels().every((c) => c.state === 'joined'), 5000, 'the channel of the example')
    const visitor = newClient()
    await until(async () => { await visitor.from('contact_form_submissions').insert({ ...r.message, subject: 'Heard' }); return said.includes('Heard') }, 5000, 'the listener of the example')
  })
})
