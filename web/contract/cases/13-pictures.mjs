// Pictures in the size that is needed: getPublicUrl and download with a transform.
import { test, describe } from 'node:test'
import assert from 'node:assert/strict'
import { crc32, deflateSync } from 'node:zlib'
import { as, uniq, BASE_URL } from '../lib.mjs'

const MEDIA = 'media'
const chunk = (kind, data) => { const body = Buffer.concat([Buffer.from(kind), data]), out = Buffer.alloc(8 + body.length); out.writeUInt32BE(data.length, 0); body.copy(out, 4); out.writeUInt32BE(crc32(body), 4 + body.length); return out }
/** A PNG whose pixels all differ from their neighbours, as those of a photograph do. */
function photo(width, height) {
  const head = Buffer.alloc(13); head.writeUInt32BE(width, 0); head.writeUInt32BE(height, 4); head[8] = 8; head[9] = 2
  const rows = Buffer.alloc(height * (1 + 3 * width))
  for (let y = 0, at = 0; y < height; y++) { at++; for (let x = 0; x < width; x++) for (const f of [7, 11, 13]) rows[at++] = 127 + 100 * Math.sin(x / f) * Math.cos(y / f) }
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
}
/** Width and height of a JPEG, PNG or WebP. */
function sizeOf(b) {
  if (b.readUInt16BE(0) === 0x8950) return [b.readUInt32BE(16), b.readUInt32BE(20)]
  if (b.toString('latin1', 12, 16) === 'VP8 ') return [b.readUInt16LE(26) & 0x3fff, b.readUInt16LE(28) & 0x3fff]
  if (b.toString('latin1', 12, 16) === 'VP8L') { const n = b.readUInt32LE(21); return [(n & 0x3fff) + 1, ((n >> 14) & 0x3fff) + 1] }
  for (let at = 2; at < b.length; at += 2 + b.readUInt16BE(at + 2)) if ([0xc0, 0xc1, 0xc2].includes(b[at + 1])) return [b.readUInt16BE(at + 7), b.readUInt16BE(at + 5)]
  assert.fail('a picture of no known kind')
}
const WEBP = { Accept: 'image/avif,image/webp,image/*;q=0.8' }, PLAIN = { Accept: 'image/png,image/*' }

async function given(t, width = 700, height = 400) {
  const editor = await as('editor'), name = `${uniq('pic')}.png`, content = photo(width, height)
  t.after(async () => { await editor.storage.from(MEDIA).remove([name]) })
  const r = await editor.storage.from(MEDIA).upload(name, content, { cacheControl: '31536000', contentType: 'image/png' })
  assert.equal(r.error, null, JSON.stringify(r.error))
  const urlOf = async (transform) => (await as('anon')).storage.from(MEDIA).getPublicUrl(name, { transform }).data.publicUrl
  return { name, content, urlOf, get: async (transform, headers = PLAIN) => { const g = await fetch(await urlOf(transform), { headers }); return { g, body: Buffer.from(await g.arrayBuffer()) } } }
}

describe('pictures', () => {
  test('getPublicUrl with a transform leads to the size that is asked for, rounded up to a ladder', async (t) => {
    const { name, urlOf, get } = await given(t)
    assert.equal((await urlOf({ width: 300 })).split('?')[0], `${BASE_URL}/storage/v1/render/image/public/${MEDIA}/${name}`)
    for (const [transform, size] of [
      [{ width: 320 }, [320, 183]], [{ width: 300 }, [320, 183]], [{ width: 321 }, [480, 274]], [{ height: 200 }, [480, 274]], [{ width: 2500 }, [700, 400]],
      [{ width: 300, height: 200 }, [320, 213]], [{ width: 300, height: 300, resize: 'contain' }, [320, 183]], [{ width: 300, height: 300, resize: 'fill' }, [320, 320]],
      [{ width: 300, height: 200, resize: 'cover', quality: 60 }, [320, 213]], [{ width: 100, format: 'origin' }, [160, 91]],
    ]) { const { g, body } = await get(transform); assert.equal(g.status, 200, body.toString()); assert.deepEqual(sizeOf(body), size, JSON.stringify(transform)) }
  })
  test('the format follows Accept, and caches are told so', async (t) => {
    const { get } = await given(t)
    const plain = await get({ width: 320 }), small = await get({ width: 320 }, WEBP)
    assert.equal(plain.g.headers.get('content-type'), 'image/jpeg'); assert.equal(small.g.headers.get('content-type'), 'image/webp')
    assert.deepEqual(sizeOf(small.body), [320, 183]); assert.ok(small.body.length < plain.body.length)
    for (const { g } of [plain, small]) {
      assert.equal(g.headers.get('vary'), 'Accept'); assert.equal(g.headers.get('x-content-type-options'), 'nosniff'); assert.match(g.headers.get('content-security-policy'), /sandbox/)
      assert.equal(g.headers.get('cache-control'), 'max-age=3600'); assert.ok(g.headers.get('etag'))
    }
    assert.notEqual(plain.g.headers.get('etag'), small.g.headers.get('etag'))
    const again = await get({ width: 320 }, { ...PLAIN, 'If-None-Match': plain.g.headers.get('etag') }); assert.equal(again.g.status, 304)
  })
  test('qualities are few, and widths that lie on one step are one answer', async (t) => {
    const { get } = await given(t)
    const etag = async (transform) => { const { g, body } = await get(transform); return [g.headers.get('etag'), body.length] }
    assert.deepEqual(await etag({ width: 241, quality: 66 }), await etag({ width: 320, quality: 80 }))
    assert.deepEqual(await etag({ width: 320 }), await etag({ width: 320, quality: 80 }))
    const [, low] = await etag({ width: 320, quality: 20 }), [, high] = await etag({ width: 320, quality: 100 }); assert.ok(low < high, `${low} and ${high}`)
  })
  test('download with a transform', async (t) => {
    const { name, content, get } = await given(t), anon = await as('anon')
    for (const transform of [{ width: 2501 }, { width: 96, quality: 10 }, { width: 96, resize: 'crop' }]) { const { g, body } = await get(transform); assert.equal(g.status, 400, body.toString()) }
    const { data } = anon.storage.from(MEDIA).getPublicUrl(name, { download: 'mine.png', transform: { width: 160 } })
    const g = await fetch(data.publicUrl); assert.equal(g.status, 200); assert.match(g.headers.get('content-disposition'), /^attachment; filename="mine\.png"/); assert.deepEqual(sizeOf(Buffer.from(await g.arrayBuffer())), [160, 91])
    for (const role of ['anon', 'editor']) {
      const r = await (await as(role)).storage.from(MEDIA).download(name, { transform: { width: 160 } })
      assert.equal(r.error, null, `${role}: ${JSON.stringify(r.error)}`); assert.deepEqual(sizeOf(Buffer.from(await r.data.arrayBuffer())), [160, 91])
    }
    const whole = await anon.storage.from(MEDIA).download(name); assert.equal(whole.error, null); assert.deepEqual(Buffer.from(await whole.data.arrayBuffer()), content)
  })
  test('what is not there, and what is not offered', async () => {
    const anon = await as('anon')
    assert.equal((await fetch(anon.storage.from(MEDIA).getPublicUrl('none.png', { transform: { width: 96 } }).data.publicUrl)).status, 404)
    const signed = await (await as('editor')).storage.from(MEDIA).createSignedUrl('none.png', 60, { transform: { width: 96 } }); assert.ok(signed.error)
  })
})
