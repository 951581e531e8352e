// Reads lines "<subject> <value in hex>" from standard input, decodes each value with the schema registry at the
// address given, and prints what it read as one line of JSON. It also encodes the same again by the id that the
// registry calls the subject's latest, so that the caller can compare bytes.
const { SchemaRegistry, SchemaType } = require('@kafkajs/confluent-schema-registry')
const avro = require('avsc')
const readline = require('node:readline')

/** A decimal as text, so that no digit is lost in a double. */
class Decimal extends avro.types.LogicalType {
  constructor(schema, options) {
    super(schema, options)
    this.scale = schema.scale
  }

  _fromValue(bytes) {
    const unscaled = BigInt.asIntN(8 * bytes.length, BigInt('0x' + bytes.toString('hex')))
    const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(this.scale + 1, '0')
    const point = digits.length - this.scale
    return (unscaled < 0n ? '-' : '') + digits.slice(0, point) + '.' + digits.slice(point)
  }

  _toValue(text) {
    if (typeof text !== 'string') {
      return undefined
    }
    const unscaled = BigInt(text.replace('.', ''))
    let length = 1
    while (BigInt.asIntN(8 * length, unscaled) !== unscaled) {
      length++
    }
    return Buffer.from(BigInt.asUintN(8 * length, unscaled).toString(16).padStart(2 * length, '0'), 'hex')
  }
}

/** Milliseconds since 1970 as ISO 8601 text. */
class Timestamp extends avro.types.LogicalType {
  _fromValue(millis) {
    return new Date(millis).toISOString()
  }

  _toValue(text) {
    return typeof text === 'string' ? Date.parse(text) : undefined
  }
}

const registry = new SchemaRegistry(
  { host: process.argv[2], retry: { retries: 0 } },
  { [SchemaType.AVRO]: { logicalTypes: { decimal: Decimal, 'timestamp-millis': Timestamp } } }
)

async function main() {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const [subject, hex] = line.split(' ')
    const record = await registry.decode(Buffer.from(hex, 'hex'))
    const again = await registry.encode(await registry.getLatestSchemaId(subject), record)
    const shown = JSON.stringify(record, (key, value) =>
      value && value.type === 'Buffer' ? Buffer.from(value.data).toString('hex') : value
    )
    console.log(JSON.stringify({ subject, record: JSON.parse(shown), again: again.toString('hex') }))
  }
}

main().catch(error => {
  console.error(error)
  process.exitCode = 1
})
