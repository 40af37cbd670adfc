/// The canonical query string: parameters decoded, encoded again the strict way, and sorted by name, then value.
enum CanonicalQuery {
  /// Leaves out `X-Amz-Signature`, which can't sign itself.
  static func append(_ target: RequestTarget, to text: inout [UInt8]) {
    var parameters: [(name: [UInt8], value: [UInt8])] = []
    for parameter in target.parameters {
      let name = PercentEncoding.decodeQuery(parameter.name)
      if name.elementsEqual("X-Amz-Signature".utf8) { continue }
      var pair: (name: [UInt8], value: [UInt8]) = ([], [])
      PercentEncoding.append(name, to: &pair.name)
      PercentEncoding.append(PercentEncoding.decodeQuery(parameter.value), to: &pair.value)
      parameters.append(pair)
    }
    parameters.sort { left, right in
      left.name == right.name
        ? left.value.lexicographicallyPrecedes(right.value) : left.name.lexicographicallyPrecedes(right.name)
    }
    for (index, parameter) in parameters.enumerated() {
      if index > 0 { text.append(UInt8(ascii: "&")) }
      text.append(contentsOf: parameter.name)
      text.append(UInt8(ascii: "="))
      text.append(contentsOf: parameter.value)
    }
  }
}
