/// A value bound to a statement's parameter.
public enum SQLiteValue: Sendable {
  case integer(Int64)
  case blob([UInt8])
  case text(String)
}
