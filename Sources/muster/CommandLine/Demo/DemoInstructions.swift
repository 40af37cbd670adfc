internal import Geodesy

/// What the demonstration tells people to try.
struct DemoInstructions: Equatable, Sendable {
  let endpoint: String
  let credentials: String
  let region: String
  let tracker: String
  let collection: String
  /// A place inside a muster point.
  let place: Coordinate

  var text: String {
    let longitude = NumberText.fixed(place.longitude, decimals: 6)
    let latitude = NumberText.fixed(place.latitude, decimals: 6)
    let file = ShellQuoting.single(credentials)
    return """
      Muster is listening.

        endpoint     \(endpoint)
        credentials  \(Shown.text(credentials))
        tracker      \(tracker), linked to the geofence collection \(collection)

      Send your own position, from Python with boto3:

        import boto3, datetime, os
        from botocore.config import Config
        os.environ["AWS_SHARED_CREDENTIALS_FILE"] = \(Self.pythonText(credentials))
        location = boto3.client("location", endpoint_url="\(endpoint)", region_name="\(region)",
                                config=Config(inject_host_prefix=False))
        location.batch_update_device_position(TrackerName="\(tracker)", Updates=[{
            "DeviceId": "me", "SampleTime": datetime.datetime.now(datetime.timezone.utc),
            "Position": [\(longitude), \(latitude)]}])

      with the AWS command line:

        AWS_DISABLE_HOST_PREFIX_INJECTION=true AWS_SHARED_CREDENTIALS_FILE=\(file) \\
          aws location batch-update-device-position --endpoint-url \(endpoint) --region \(region) \\
          --tracker-name \(tracker) \\
          --updates "DeviceId=me,SampleTime=$(date -u +%Y-%m-%dT%H:%M:%SZ),Position=\(longitude),\(latitude)"

      or with this program:

        muster position put me \(longitude) \(latitude) --tracker \(tracker) \\
          --endpoint \(endpoint) --credentials \(file)

      Who enters (->) and leaves (<-) what, live; Ctrl-C ends:


      """
  }

  /// A Python string literal.
  static func pythonText(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n") + "\""
  }
}
