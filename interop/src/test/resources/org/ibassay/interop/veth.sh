# Creates two network namespaces connected by a cable: the tester's with interface "tester", and the
# peer's with 192.0.2.2 and 2001:db8::2. Then runs the given command in the tester's.
# Run by "unshare --net"; everything ends with the command.
set -e
unshare --net sleep 300 &
peer=$!
trap 'kill $peer' EXIT
# Wait until the peer has its own namespace: a process that was just started is still in ours.
while [ "$(readlink /proc/$peer/ns/net)" = "$(readlink /proc/$$/ns/net)" ]; do :; done
ip link add tester type veth peer name peer netns $peer
# Without an IP address: a port that only tests devices needs none.
ip link set tester addrgenmode none
ip link set tester up
inside="nsenter --target $peer --net"
$inside ip link set peer up
$inside ip address add 192.0.2.2/24 dev peer
$inside ip address add 2001:db8::2/64 dev peer nodad
PEER="$inside" "$@"
