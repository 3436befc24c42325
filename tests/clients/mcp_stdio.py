"""The Python SDK of the Model Context Protocol over standard input and output: argv is the binary, the URL and the token."""

import asyncio
import sys

from mcp import Client, StdioServerParameters

from mcp_token import converse


async def main():
    binary, url, token = sys.argv[1:4]
    parameters = StdioServerParameters(command=binary, args=["mcp", "--url", url], env={"RECOLLECT_API_KEY": token})
    for mode, name in (("auto", "Clara"), ("legacy", "Martha")):
        async with Client(parameters, mode=mode) as client:
            await converse(client, name)
            print(mode, client.protocol_version)


if __name__ == "__main__":
    asyncio.run(main())
