/// Letter case as HTTP means it: of the 26 ASCII letters only.
enum ASCII {
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
  }
}
