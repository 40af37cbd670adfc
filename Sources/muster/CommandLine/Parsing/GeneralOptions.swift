/// Options that many commands share.
enum GeneralOptions {
  static let help = Flag("help", short: "h", help: "Show this help.", group: .general)
  static let json = Flag("json", help: "Write JSON for machines instead of a table.", group: .general)
}
