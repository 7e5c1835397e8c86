import Foundation

// `scripts/watch-32-bit` compiles this file first, and fails unless the compiler reports each of these.

// Reported: integer literal '1099511627775' overflows when stored into 'Int'
let range = 0...0xFF_FFFF_FFFF
// Reported: arithmetic operation '43200 * 1000000000' (on type 'Int') results in an overflow
let night = 12 * 3_600 * 1_000_000_000
// Reported: on a 32-bit watch: a Double becomes an Int
let large = Int(3e12)
// Reported: on a 32-bit watch: a Int64 becomes an Int
func count(_ bytes: Int64) -> Int { Int(bytes) }
// Reported: on a 32-bit watch: a product of two Ints
func size(of data: Data) -> Int { data.count * 3 }
// Reported: on a 32-bit watch: a shift of an Int
func power(_ exponent: Int) -> Int { 1 << exponent }
// Reported: on a 32-bit watch: a UInt becomes an Int
func length(_ bytes: UInt) -> Int { Int(bytes) }
